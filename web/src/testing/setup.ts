import { configure } from '@testing-library/react'

// Pages load their parts on demand, which on a busy machine exceeds the library's default of one second.
configure({ asyncUtilTimeout: 5000 })
