export {
  createBrands,
  createDirectory,
  type CatalogDirectory,
  type ReadBrands,
  type ReadDirectory,
} from './directory.ts'
export {
  selectArticle,
  selectWarehouseDaysOff,
  selectGroupFacts,
  selectProductByCode,
  selectSupersession,
  type WarehouseRow,
  type DeliveryRunRow,
  type DeliveryPrices,
} from './catalog.queries.ts'
export {
  selectOfferPair,
  selectPairsOfOffers,
  selectOffersAroundProduct,
  selectOffersByInterpretations,
  selectOffersOfGroups,
  selectOffersOfPairs,
  type ArticleInterpretation,
  type OfferRow,
} from './offers.queries.ts'
export {
  selectByArticles,
  selectOffersOfProducts,
  selectProductsByKeys,
  selectProductsByInterpretations,
  type ArticleRow,
  type FoundProduct,
  type RelatedOfferRow,
} from './bulk.queries.ts'
export { offersByArticle } from './offers-by-article.ts'
export { nameWordsJob } from './name-words.ts'
export { selectUnknownWords, selectWordsAlike, wordsIn, type AlikeWord } from './name-words.queries.ts'
export { selectOffersByName, selectSuggestions } from './names.queries.ts'
export { brandIdsOf, type BrandKeys } from './brand-spellings.ts'
export { DELIVERY_PRODUCT, ensureDeliveryProduct } from './delivery-product.queries.ts'
export { insertProduct } from './insert-product.queries.ts'
export {
  countNewProducts,
  insertNewProducts,
  resolveBrands,
  resolveProducts,
  type StagedBrand,
} from './staged-products.queries.ts'
