-- Through which day it was looked whether a company has to be reminded of what it owes, and on which it was last.
create table payment_reminders (
  contractor_id integer primary key references contractors,
  looked_on date not null,
  reminded_on date
);
create index payment_reminders_waiting on payment_reminders (looked_on, contractor_id);
call own_rows('payment_reminders', 'contractor_id = current_owner()');
