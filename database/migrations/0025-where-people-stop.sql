-- Where somebody who opened a form and never sent it stopped: the page they would have come to next; null once they had reached every one.
alter table answer_drafts add column stopped_at text;
