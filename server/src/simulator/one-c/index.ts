export { Accounts } from './accounts.ts'
export { AnswerLost, createOneCClient, runOneC, type OneCOptions } from './client.ts'
