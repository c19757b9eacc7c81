export { findPublished, readLatest, type FeedItem } from './read-news.ts'
export { newsModule } from './news.routes.ts'
