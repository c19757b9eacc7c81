-- An invitation to one more company holds what the admin has set for the person there.
alter table link_tokens add column membership jsonb;

-- Thousands of companies are looked up by a part of the name.
create index contractors_name on contractors using gin (name gin_trgm_ops);
create index contractors_inn on contractors (inn text_pattern_ops);
