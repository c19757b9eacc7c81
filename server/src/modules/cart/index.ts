export { cartModule } from './cart.routes.ts'
export { findDifference, withoutSums } from './cart.differences.ts'
export { deleteCartLines, selectCartLines, type CartLineRow } from './cart.queries.ts'
export { addToCart, buyerOf, priceLines, putIntoCart, type Buyer } from './cart.service.ts'
