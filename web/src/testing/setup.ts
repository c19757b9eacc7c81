import { configure } from '@testing-library/react'

// A page loads its parts as they are opened: on a busy machine that takes longer than the second of the library.
configure({ asyncUtilTimeout: 5000 })
