import type { VisitorAnswer } from '@nerdify/contract/visitors.ts'
import { type OptionalGroup, optionalGroups } from '@nerdify/domain/consent/consent.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { consentTexts } from '../../texts/consent.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { CookieBox } from '@nerdify/ui/surfaces/CookieBox.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { mainId } from '@nerdify/ui/page/PageFrame.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { consentRequest } from './consent-request.ts'
import { isKeyPage, loadTag, pushToTags } from './google-tag.ts'
import { beginConsent, type VisitorConsent } from './visitor-consent.ts'

declare global {
  interface Window {
    /** The visitor's country, requested once by the script of `/start` or of the app. */
    visitor?: Promise<VisitorAnswer>
  }
}

const startConsent = () =>
  beginConsent({
    fetch: (input, init) => fetch(input, init),
    page: window,
    store: localStore,
    privacyControl: (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true,
    push: pushToTags,
  })

/** One per page load, so that the country is requested once (API-08). */
let consent: Promise<VisitorConsent> | undefined

/** The consent popup, if it is due, and the preferences from the footer (CONS-01, CONS-02, CONS-04). */
export function Consent() {
  const [visitor, setVisitor] = useState<VisitorConsent>()
  const [granted, setGranted] = useState<readonly OptionalGroup[]>([])
  const [ticked, setTicked] = useState<readonly OptionalGroup[]>([])
  const [isPopupDue, setPopupDue] = useState(false)
  const [preferences, setPreferences] = useState(false)
  const [saved, setSaved] = useState(false)
  const opener = useSyncExternalStore(consentRequest.follow, consentRequest.get)
  const isReopened = opener !== undefined
  const { pathname } = useLocation()

  useEffect(() => {
    consent ??= startConsent()
    void consent.then((result) => {
      setVisitor(result)
      setGranted(result.ticked)
      setTicked(result.ticked)
      setPopupDue(result.asks)
    })
  }, [])

  // No tag loads before the first consent.
  const allowedTag = granted.length > 0 ? visitor?.tagId : undefined
  useEffect(() => {
    if (allowedTag !== undefined && !isKeyPage(pathname)) loadTag(allowedTag)
  }, [allowedTag, pathname])

  if (visitor === undefined || !(isPopupDue || isReopened)) {
    return <VisuallyHidden role="status">{saved && consentTexts.saved}</VisuallyHidden>
  }

  const close = () => {
    setPreferences(false)
    setPopupDue(false)
    consentRequest.set(undefined)
    const focusTarget = opener ?? document.getElementById(mainId)
    focusTarget?.focus({ preventScroll: true })
  }
  const choose = (groups: readonly OptionalGroup[]) => {
    visitor.choose(groups)
    setGranted(groups)
    setTicked(groups)
    setSaved(true)
    close()
  }
  const dismiss = () => {
    setTicked(granted)
    if (preferences && isPopupDue && !isReopened) setPreferences(false)
    else close()
  }
  if (!preferences && !isReopened) {
    return (
      <CookieBox
        key="popup"
        title={consentTexts.title}
        onEscape={dismiss}
        actions={
          <>
            <Answers onChoose={choose} />
            <Button size="small" variant="quiet" onClick={() => setPreferences(true)}>
              {consentTexts.preferences}
            </Button>
          </>
        }
      >
        <Text look="small">{consentTexts.lead}</Text>
      </CookieBox>
    )
  }
  return (
    <Preferences
      ticked={ticked}
      onTick={(group, on) => setTicked(optionalGroups.filter((item) => (item === group ? on : ticked.includes(item))))}
      onChoose={choose}
      onEscape={dismiss}
    />
  )
}

interface AnswersProps {
  onChoose: (groups: readonly OptionalGroup[]) => void
}

const Answers = ({ onChoose }: AnswersProps) => (
  <>
    <Button size="small" onClick={() => onChoose(optionalGroups)}>
      {consentTexts.acceptAll}
    </Button>
    <Button size="small" onClick={() => onChoose([])}>
      {consentTexts.decline}
    </Button>
  </>
)

interface PreferencesProps extends AnswersProps {
  ticked: readonly OptionalGroup[]
  onTick: (group: OptionalGroup, on: boolean) => void
  onEscape: () => void
}

const Preferences = ({ ticked, onTick, onChoose, onEscape }: PreferencesProps) => (
  <CookieBox
    key="preferences"
    takesFocus
    title={consentTexts.preferencesTitle}
    onEscape={onEscape}
    actions={
      <>
        <Answers onChoose={onChoose} />
        {ticked.length > 0 && (
          <Button size="small" variant="primary" onClick={() => onChoose(ticked)}>
            {consentTexts.allowSelection}
          </Button>
        )}
      </>
    }
  >
    <div>
      <Checkbox label={consentTexts.essential} note={consentTexts.essentialNote} checked disabled />
      {optionalGroups.map((group) => (
        <Checkbox
          key={group}
          label={consentTexts.groups[group].label}
          note={consentTexts.groups[group].note}
          checked={ticked.includes(group)}
          onChange={(on) => onTick(group, on)}
        />
      ))}
    </div>
  </CookieBox>
)
