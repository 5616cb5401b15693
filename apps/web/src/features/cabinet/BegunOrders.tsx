import { useMemo } from 'react'
import { Link } from 'react-router'
import { localStore } from '../../browser-storage.ts'
import { session } from '../../session.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { PenIcon } from '../../ui/Icons.tsx'
import { keptDrafts } from './kept-drafts.ts'

/** "Continue your order", for each order that was begun and stands in no list yet (STATE-16, FLOW-17). */
export function BegunOrders() {
  const begun = useMemo(() => keptDrafts(localStore, session.clientId()), [])
  return begun.map(({ name, path }) => (
    <Banner
      key={path}
      icon={<PenIcon />}
      title={cabinetTexts.continueTitle}
      actions={
        <Link to={path} className={buttonClass({ size: 'small' })}>
          {cabinetTexts.continue}
        </Link>
      }
    >
      {cabinetTexts.continueText(name)}
    </Banner>
  ))
}
