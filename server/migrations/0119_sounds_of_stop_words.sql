-- The stem of a stop word («перед», «только») is empty, and its sound was null: no name with such a word could be learnt.
create or replace function sound_of(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(coalesce((ts_lexize('russian_stem', word))[1], word),
      'аоеёиыэйяюубпдтгкзсвфжшщлмнрхцчъь', 'aaiiiiiiauuppttkkssffwwwlmnrhcx'),
    '(.)\1+', '\1', 'g')
$$;
