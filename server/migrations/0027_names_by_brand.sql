-- Names of the products of some brands, for whoever names a maker beside words that half a million names hold: an index
-- holds a sixteenth of the brands, so it gathers a sixteenth of the products of such a word. It takes the place of the
-- sample of a brand's products.
do $$
begin
  for bucket in 0..15 loop
    execute format(
      $index$create index products_name_words_%s on products
        using gin (to_tsvector('russian', translate(name, '-/.+', '    '))) where brand_id %% 16 = %s$index$,
      bucket, bucket);
  end loop;
end $$;
drop index products_brand_sample;
