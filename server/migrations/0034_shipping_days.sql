-- The weekdays (ISO, Monday is 1) on which a warehouse ships; null: every working day.
alter table warehouses add column ships_on smallint[] check (
  ships_on <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(ships_on) > 0
);
