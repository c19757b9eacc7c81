-- Where a found line stands, since when, and whose it is are told by one index: a thousand lines of a text are else a
-- thousand reads of the disk.
alter table order_line_parts
  drop constraint order_line_parts_line_id_state_shipment_line_id_key,
  add unique nulls not distinct (line_id, state, shipment_line_id) include (contractor_id, consignee_id, ordered_at, expected_date);
-- Of the orders that end in the same digits, a company's own are told by the index alone.
drop index orders_number_tail;
create index orders_number_tail on orders (reverse(number) text_pattern_ops)
  include (number, id, contractor_id, consignee_id);
