export { computeStock, readStock, selectStock } from './stock.queries.ts'
