-- What words of names come to in their index, so that a beginning is asked for as the few words that begin so: of a
-- beginning the index gathers all products before it gives the first.
create table name_stems (
  stem text collate "C" primary key
);

-- A name of a transaction that is still under way may have a number below those that are read: names are read up to a
-- number that is noted first, when all who were writing then have ended.
alter table name_words_read
  add column noted_id integer,
  add column noted_xid xid8,
  add constraint name_words_noted check ((noted_id is null) = (noted_xid is null));

-- All names are read anew.
drop index name_words_stem;
alter table name_words drop column stem;
truncate name_words;
update name_words_read set product_id = 0;
