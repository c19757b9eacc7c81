-- What a search looks for when the article is not found as it was typed.
create index products_barcode on products (barcode) where barcode is not null;
-- Words of names in all their forms, by their beginnings too.
-- A hyphen before a figure would make it negative: «5W-40» is «5w» and «40».
create index products_name_words on products using gin (to_tsvector('russian', translate(name, '-/.+', '    ')));
-- Beginnings of articles, whatever the collation of the database.
create index products_article_beginnings on products (article_key text_pattern_ops);
