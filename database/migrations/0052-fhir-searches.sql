-- Responses to all forms in the order in which they were sent, for systems that fetch what is new (docs/decisions/0062-fhir-for-systems.md).
create index submissions_by_time on submissions (organisation_id, submitted_at, id);
