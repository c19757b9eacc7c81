-- What a text finds is told by its index alone: two thousand rows of a table as large as this are two thousand reads of
-- the disk.
drop index order_lines_article;
create index order_lines_article on order_lines (contractor_id, article_key, id desc) include (order_id, consignee_id);
drop index order_lines_product;
create index order_lines_product on order_lines (product_id, id desc) include (order_id);
drop index order_lines_client_ref;
create index order_lines_client_ref on order_lines (lower(client_ref) text_pattern_ops) include (id, order_id)
  where client_ref <> '';
drop index orders_number_tail;
create index orders_number_tail on orders (reverse(number) text_pattern_ops) include (id);
