-- What a company takes without being asked when its order is placed; 0: that limit is not set.
alter table contractors
  add column tolerance_hundredths integer not null default 0 check (tolerance_hundredths between 0 and 10000),
  add column tolerance_kop bigint not null default 0 check (tolerance_kop between 0 and 10000000),
  add column tolerance_days integer not null default 0 check (tolerance_days between 0 and 60);
-- What was taken so: above the price of a unit and after the day that its buyer was shown.
alter table order_lines
  add column accepted_rise_kop bigint not null default 0 check (accepted_rise_kop >= 0),
  add column accepted_delay_days integer not null default 0 check (accepted_delay_days >= 0);
