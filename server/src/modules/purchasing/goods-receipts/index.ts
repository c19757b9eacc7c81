export { goodsReceiptsModule } from './goods-receipts.routes.ts'
