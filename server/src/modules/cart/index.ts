export { cartModule } from './cart.routes.ts'
export { findDifference, withoutSums, worseOf, type Worse } from './cart.differences.ts'
export { putManyIntoCart } from './cart.many.ts'
export { deleteCartLines, lockCartLines, selectCartGoods, selectCartLines, type CartLineRow } from './cart.queries.ts'
export {
  buyerOf,
  priceLines,
  putIntoCart,
  requireOwnConsignee,
  roundToMultiplicity,
  type Buyer,
} from './cart.service.ts'
export { selectCurrentCart } from './current-cart.queries.ts'
export { leftOf, shareOut } from './cart.specials.ts'
export { selectPromises, type PromisedGoods } from './cart.specials.queries.ts'
