-- Lines of many orders are found by the index alone: without their company in it the planner reads all lines that the
-- company has ever ordered beside it.
create unique index order_lines_order on order_lines (order_id, position) include (id, contractor_id, consignee_id);
alter table order_lines drop constraint order_lines_order_id_position_key;
