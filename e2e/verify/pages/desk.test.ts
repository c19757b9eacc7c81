import { SCREENS } from '../../src/browser.ts'
import { testPages } from '../../src/page-walk.ts'

testPages(SCREENS[0])
