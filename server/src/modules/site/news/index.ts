export { findPublished, readLatest, type FeedItem } from './news.read.ts'
export { newsModule } from './news.routes.ts'
export { purgeExpiredCovers } from './news.write.ts'
