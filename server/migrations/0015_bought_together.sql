-- «С этим берут»: the last orders of a product, whoever placed them.
create index order_lines_product on order_lines (product_id, id desc);
