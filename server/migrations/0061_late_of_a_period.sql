-- What is late of a period is counted without a look at the table.
drop index order_line_parts_state;
create index order_line_parts_state on order_line_parts (state, ordered_at desc, line_id) include (expected_date);
