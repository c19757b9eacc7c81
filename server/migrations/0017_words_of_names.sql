-- What a misspelt word of a search is corrected to: the words of product names.

-- How a word sounds without its Russian ending: vowels without stress, voiced and voiceless consonants are one, doubled
-- letters too.
create function sound_of(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate((ts_lexize('russian_stem', word))[1],
      'аоеёиыэйяюубпдтгкзсвфжшщлмнрхцчъь', 'aaiiiiiiauuppttkkssffwwwlmnrhcx'),
    '(.)\1+', '\1', 'g')
$$;

-- The sound, and the sound without one of its letters: of two sounds that are one typing error apart, a letter more,
-- fewer, another or two in each other's place, these have something in common.
create function cuts_of(sound text) returns text[] language sql immutable parallel safe as $$
  select array(
    select overlay(sound placing '' from at for 1) from generate_series(1, length(sound)) as at
    union
    select sound)
$$;

create table name_words (
  word text primary key,
  -- As the search of names has it, whatever the form: «масляные» is «маслян».
  stem text not null,
  sound text not null generated always as (sound_of(word)) stored,
  cuts text[] not null generated always as (cuts_of(sound_of(word))) stored,
  -- How many times names hold it.
  times integer not null check (times > 0)
);
create index name_words_stem on name_words (stem text_pattern_ops);
create index name_words_cuts on name_words using gin (cuts);

-- Products up to this one have given their words; one row.
create table name_words_read (
  is_only boolean primary key default true check (is_only),
  product_id integer not null
);
insert into name_words_read (product_id) values (0);
