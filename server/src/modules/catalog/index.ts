export { createDirectory, type Directory, type ReadDirectory } from './directory.ts'
export {
  MOST_ROWS,
  reserveOffers,
  selectOfferPair,
  selectOffersAroundProduct,
  selectOffersByArticle,
  selectOffersOfPairs,
  selectProductByCode,
  selectSupersession,
  type ArticleKeyKind,
  type OfferRow,
  type Warehouse,
} from './catalog.queries.ts'
