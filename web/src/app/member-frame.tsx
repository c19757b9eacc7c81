import { PartSearch } from '../features/ordering/search/part-search.tsx'
import { readVehicleChoice, VehicleChoice } from '../features/companies/vehicles/vehicle-choice.tsx'
import { PaletteButton } from '../features/workspace/global-search/command-palette-button.tsx'
import { Bell } from '../features/workspace/shell/bell.tsx'
import { BuyerBar } from '../features/workspace/shell/buyer-bar.tsx'
import { CompanyNotice } from '../features/workspace/shell/company-notice.tsx'
import { CompanySwitcher } from '../features/workspace/shell/company-switcher.tsx'
import { DestinationBar, hasDestination, readDestination } from '../features/workspace/shell/destination-bar.tsx'
import { HelpLink } from '../features/workspace/shell/help-link.tsx'
import { ImpersonationBar } from '../features/workspace/shell/impersonation-bar.tsx'
import { ManagerChip } from '../features/workspace/shell/manager-chip.tsx'
import { BottomBar, HeaderNav } from '../features/workspace/shell/nav.tsx'
import { Rail } from '../features/workspace/shell/rail.tsx'
import type { MemberParts } from '../features/workspace/shell/shell.tsx'
import { UserMenu } from '../features/workspace/shell/user-menu.tsx'
import { FrameTour } from '../features/workspace/tour/frame-tour.tsx'
import { followSession } from '../lib/api/live.ts'
import { refreshByEvents } from '../lib/api/live-keys.ts'

/** Registers the features of the page frame for signed-in users. */
export const PARTS: MemberParts = {
  above: <ImpersonationBar />,
  search: <PartSearch />,
  nav: <HeaderNav />,
  rail: <Rail />,
  bar: <BottomBar />,
  tools: (
    <>
      <CompanySwitcher />
      <ManagerChip />
      <PaletteButton />
      <HelpLink />
      <Bell />
    </>
  ),
  person: <UserMenu />,
  below: (
    <>
      <DestinationBar beside={<VehicleChoice />} />
      <BuyerBar />
      <CompanyNotice />
    </>
  ),
  tour: <FrameTour />,
}

/** Reads the data of a client's frame at this path. */
export const readMemberFrame = (path: string): Promise<unknown> =>
  Promise.all([readDestination(path), hasDestination(path) ? readVehicleChoice() : undefined])

/** Refreshes displayed data as it changes, for signed-in users. */
export function beginLive() {
  refreshByEvents()
  followSession()
}
