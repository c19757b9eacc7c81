-- The products of a brand in the sample of names, for whoever names a maker beside a word that half a million names
-- hold. The condition is written otherwise than that of products_name_sample: two indexes of one condition are never
-- taken together.
create index products_brand_sample on products (brand_id) where (id & 15) = 0;
