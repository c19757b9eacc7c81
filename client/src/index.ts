export { ArtikulClient, type ClientSettings } from './artikul-client.ts'
export { ArtikulError } from './artikul-error.ts'
export type { ItemOf, ListPath, OptionsOf, PathOf, ReplyOf, Schemas } from './operations.ts'
export { verifyWebhook, WebhookSignatureError, type WebhookEvent, type WebhookType } from './webhooks.ts'
