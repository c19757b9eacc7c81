export { oneCKeys, resealOneCPasswords } from './one-c/index.ts'
