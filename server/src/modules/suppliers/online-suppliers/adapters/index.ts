import type { AdapterName } from '@artikul/contract/suppliers/online-suppliers'
import type { Adapter } from '../querying/adapter.ts'
import { abcp } from './abcp/abcp.ts'
import { api } from './api/api.ts'
import { armtek } from './armtek/armtek.ts'
import { rest } from './rest/rest.ts'
import { rossko } from './rossko/rossko.ts'

export const ADAPTER_OF: Record<AdapterName, Adapter> = { abcp, armtek, rossko, rest, api }
