export { cartModule } from './cart.routes.ts'
export { findDifference } from './cart.differences.ts'
export { deleteCartLines, selectCartLines, type CartLineRow } from './cart.queries.ts'
export { addToCart, priceLines } from './cart.service.ts'
