-- What is looked through or thrown away by the hour.
create index refresh_tokens_rotated on refresh_tokens (rotated_at) where rotated_at is not null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_expires on sessions (expires_at);
create index mails_created on mails (created_at);
create index mails_text on mails using gin ((recipient || ' ' || subject) gin_trgm_ops);
