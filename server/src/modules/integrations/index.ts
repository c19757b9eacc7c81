export { type ApiKeys, createApiKeys, keyHasher } from './partner-api/index.ts'
