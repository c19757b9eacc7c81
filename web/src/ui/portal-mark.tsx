import { logoPath } from '@artikul/contract/site/page-head'

/** Logo of the portal, otherwise its mark, before the name that says the same. */
export const PortalMark = ({ logo }: { logo: string | null }) =>
  logo === null ? (
    <span aria-hidden="true" className="h-5 w-3.5 flex-none -skew-x-14 rounded-xs bg-primary" />
  ) : (
    // Logos are drawn for paper: the dark theme puts white behind them.
    <img
      src={logoPath(logo)}
      alt=""
      className="h-8 max-w-28 flex-none object-contain dark:rounded-sm dark:bg-white dark:p-0.5"
    />
  )
