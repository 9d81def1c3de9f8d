-- An export can also be one CSV file with the form requests, for programs that read no workbook.
alter table export_jobs add column format text not null default 'xlsx' check (format in ('xlsx', 'csv'));
