export { goodsReceiptsModule } from './goods-receipts/index.ts'
export {
  applyAnswerFile,
  checkAnswerFile,
  collect,
  pollDue,
  sendDue,
  sendFiles,
  sendNow,
  supplierOrderFilesModule,
  supplierOrdersModule,
} from './purchase-orders/index.ts'
