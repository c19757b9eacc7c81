-- Who wrote last what a line asks for, and when: to choose it for an order signs the line, but changes nothing in it.
alter table cart_lines
  add column written_by integer references users,
  add column written_at timestamptz,
  -- The version that his changes in a row began from: whoever was shown this one or a later one has missed only his own.
  add column written_since integer;
