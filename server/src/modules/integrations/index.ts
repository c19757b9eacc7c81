export { type ApiKeys, createApiKeys, keyHasher } from './partner-api/index.ts'
export { oneCKeys, resealOneCPasswords } from './one-c/index.ts'
