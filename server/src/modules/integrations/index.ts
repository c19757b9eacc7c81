export { type ApiKeys, createApiKeys, keyHasher, resealWebhookSecrets, webhookKeys } from './partner-api/index.ts'
export { oneCKeys, resealOneCPasswords } from './one-c/index.ts'
