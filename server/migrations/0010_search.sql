-- What a search looks for when the article is not found as it was typed.
create index products_barcode on products (barcode) where barcode is not null;
