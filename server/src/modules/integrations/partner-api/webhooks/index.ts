export { webhooksJob } from './deliver.ts'
export { resealWebhookSecrets, webhookKeys } from './webhooks.ts'
export { webhooksModule } from './webhooks.routes.ts'
