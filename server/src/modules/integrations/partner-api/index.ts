export { abcpModule } from './abcp/abcp.routes.ts'
export { apiKeysModule } from './api-keys.routes.ts'
export { createApiKeys, keyHasher, type ApiKeys } from './key-access.ts'
export { partnerModule } from './partner-api.routes.ts'
