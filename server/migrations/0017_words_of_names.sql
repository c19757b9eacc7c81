-- What a misspelt word of a search is corrected to: the words of product names.

-- How a stem sounds, in Latin letters: vowels without stress, voiced and voiceless consonants are one, doubled letters
-- too. The trigrams of a database whose locale is C know no other letters.
create function sound_of(stem text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(stem, 'аоеёиыэйяюубпдтгкзсвфжшщлмнрхцчъь', 'aaiiiiiiauuppttkkssffwwwlmnrhcx'), '(.)\1+', '\1', 'g')
$$;

create table name_words (
  word text primary key,
  -- As the search has it, whatever the form: «масляные» is «маслян».
  stem text not null,
  sound text not null generated always as (sound_of(stem)) stored,
  -- How many times names hold it.
  times integer not null check (times > 0)
);
create index name_words_stem on name_words (stem text_pattern_ops);
create index name_words_sound on name_words (sound);
create index name_words_like on name_words using gin (sound gin_trgm_ops);

-- Products up to this one have given their words; one row.
create table name_words_read (
  is_only boolean primary key default true check (is_only),
  product_id integer not null
);
insert into name_words_read (product_id) values (0);
