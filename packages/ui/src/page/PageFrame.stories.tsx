import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { BackToTop } from './BackToTop.tsx'
import { BottomBar } from '../order/BottomBar.tsx'
import { Brand, brandClass, NerdBadge } from './Brand.tsx'
import { Button, buttonClass } from '../actions/Button.tsx'
import { Card } from '../surfaces/Card.tsx'
import { ChoiceRowBody, choiceListClass, choiceRowClass } from '../choices/ChoiceRow.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { Combobox } from '../fields/Combobox.tsx'
import { DeadlineSlider } from '../choices/DeadlineSlider.tsx'
import { HintText } from '../fields/Field.tsx'
import { Footer } from './Footer.tsx'
import { ChevronRightIcon, PenIcon } from '../actions/Icons.tsx'
import { Cluster, NoWrap, OnlyDesktop, OnlyPhone, Stack, Text, TwoColumns, Wrap } from './Layout.tsx'
import { MoreMenu, moreItemClass } from './MoreMenu.tsx'
import { Main, PageFrame, SkipLink } from './PageFrame.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../order/PriceSummary.tsx'
import { Segmented } from '../choices/Segmented.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { FlowHeader } from '../order/StepHeader.tsx'
import { Stepper } from '../choices/Stepper.tsx'
import { Tabs, tabClass } from './Tabs.tsx'
import { BackLabel, LinkButton, linkClass } from '../actions/TextLink.tsx'
import { Count, navLinkClass, Tag, TopBar } from './TopBar.tsx'
import { AnswerLine, Question, Worksheet } from '../order/Worksheet.tsx'

const meta = { title: 'Frame/Pages', parameters: { layout: 'fullscreen' } } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const brand = (
  <a className={brandClass()} href="#orders">
    <Brand />
  </a>
)
const footer = (
  <Footer>
    <a href="#privacy">Privacy Policy</a>
    <a href="#terms">Terms of Use</a>
  </Footer>
)
const publicBar = (
  <TopBar
    brand={brand}
    end={
      <a className={navLinkClass()} href="#contact">
        Contact us
      </a>
    }
  />
)

export const SignIn: Story = {
  render: () => (
    <PageFrame>
      <SkipLink />
      {publicBar}
      <SignInLayout home>
        <h1>Login with your</h1>
        <div className={choiceListClass()}>
          <a className={choiceRowClass()} href="#phone">
            <ChoiceRowBody
              index={0}
              title="Phone number"
              note="We text you a 5-digit code"
              icon={<ChevronRightIcon />}
            />
          </a>
          <a className={choiceRowClass()} href="#email">
            <ChoiceRowBody
              index={1}
              title="E-mail"
              note="We send you a link, no password"
              icon={<ChevronRightIcon />}
            />
          </a>
        </div>
        <Text look="muted">
          Trouble logging in? <a href="#contact">Contact us</a>
        </Text>
      </SignInLayout>
      {footer}
    </PageFrame>
  ),
}

export const SignInCode: Story = {
  render: () => (
    <PageFrame>
      <SkipLink />
      {publicBar}
      <SignInLayout>
        <Stack gap={2}>
          <a className={linkClass('back')} href="#number">
            <BackLabel>Change number</BackLabel>
          </a>
          <h1>
            Enter the <NoWrap>5-digit</NoWrap> code
          </h1>
          <Text look="lede">
            We texted it to <NoWrap>+1 555 010 0142</NoWrap>.
          </Text>
        </Stack>
        <CodeField
          label="5-digit code"
          hideLabel
          length={5}
          value="482"
          onChange={() => undefined}
          digitsFrom={() => undefined}
        />
        <Button variant="primary" block="full">
          Confirm and login
        </Button>
        <Text look="muted">
          Nothing yet? <LinkButton onClick={() => undefined}>Resend</LinkButton>
        </Text>
      </SignInLayout>
      {footer}
    </PageFrame>
  ),
}

const stops = ['3 hours', '6 hours', '12 hours', '18 hours', '1 day', '2 days', '3 days', '4 days', '4+ days']
const shortStops = ['3h', '6h', '12h', '18h', '1d', '2d', '3d', '4d', '4+']

function OrderForm() {
  const [subject, setSubject] = useState('History')
  const [measure, setMeasure] = useState<'Pages' | 'Words'>('Pages')
  const [pages, setPages] = useState(2)
  const [stop, setStop] = useState(2)
  const total = `$${(pages * 21).toFixed(2)}`
  const button = (
    <Button variant="primary" block="full">
      Get it done
    </Button>
  )
  return (
    <PageFrame>
      <SkipLink />
      <TopBar
        brand={brand}
        onMenu={() => undefined}
        end={
          <OnlyDesktop>
            <a className={navLinkClass()} href="#orders">
              My tasks
            </a>
            <a className={navLinkClass()} href="#contact">
              Contact us
            </a>
          </OnlyDesktop>
        }
      />
      <Main layout="flow">
        <Wrap>
          <FlowHeader
            back={
              <a className={linkClass('back')} href="#back">
                <BackLabel>Back</BackLabel>
              </a>
            }
            step={2}
            steps={4}
            title="Tell us the size and the deadline"
          />
          <TwoColumns
            sideOnPhone="hidden"
            side={
              <Card title="Your order" badge={<NerdBadge size="small" />}>
                <PriceRows>
                  <PriceRow term="Essay (writing)">{pages} pages</PriceRow>
                  <PriceRow term="Deadline">{stops[stop]}</PriceRow>
                  <PriceRow term="Price per page">$21.00</PriceRow>
                </PriceRows>
                <PriceTotal label="Total" amount={total} />
                <PriceActions>
                  {button}
                  <PriceNote>You pay at the end.</PriceNote>
                </PriceActions>
              </Card>
            }
          >
            <Worksheet>
              <Question number={1} title="Type of task">
                <AnswerLine
                  icon={<PenIcon size="row" />}
                  change={
                    <a className={linkClass()} href="#change">
                      Change
                    </a>
                  }
                >
                  Essay (writing)
                </AnswerLine>
              </Question>
              <Question number={2} title="Subject">
                <Combobox
                  label="Subject"
                  hideLabel
                  all={{ label: 'All subjects', items: ['English', 'History'] }}
                  firstGroups={[{ label: 'Most chosen', items: ['English'] }]}
                  find={() => ['History']}
                  value={subject}
                  onChange={setSubject}
                />
              </Question>
              <Question number={3} title="Length">
                <Cluster>
                  <Segmented
                    label="Measure"
                    options={[
                      { value: 'Pages', label: 'Pages' },
                      { value: 'Words', label: 'Words' },
                    ]}
                    value={measure}
                    onChange={setMeasure}
                  />
                  <Stepper
                    label="Pages"
                    unit="pages"
                    value={pages}
                    numberFrom={Number}
                    min={1}
                    max={50}
                    onChange={(count) => setPages(count ?? pages)}
                  />
                </Cluster>
                <HintText>2 pages is about 600 words. 1 page = 300 words.</HintText>
              </Question>
              <Question number={4} title="Deadline">
                <DeadlineSlider
                  label="Deadline"
                  stops={stops.map((label, index) => ({
                    label,
                    shortLabel: shortStops[index] ?? '',
                    tooShort: index === 0,
                  }))}
                  index={stop}
                  onChange={setStop}
                  readyBy="Ready today by 9:45 PM"
                  valueText={stops[stop] ?? ''}
                />
              </Question>
            </Worksheet>
          </TwoColumns>
        </Wrap>
      </Main>
      <BottomBar label="Total" amount={total}>
        <Button variant="primary">Get it done</Button>
      </BottomBar>
      {footer}
    </PageFrame>
  )
}

export const OrderFormPage: Story = {
  name: '(ux 56) the order form never scrolls sideways; price and action stay in view on phones',
  render: () => <OrderForm />,
  play: async ({ canvas }) => {
    const { documentElement: page } = document
    await expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth)
    const [action] = canvas.getAllByRole('button', { name: 'Get it done' })
    await expect(action?.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight)
  },
}

function Cabinet({ length = 3 }: { length?: number }) {
  return (
    <PageFrame>
      <SkipLink />
      <TopBar
        brand={brand}
        navLabel="Main"
        nav={
          <>
            <a className={navLinkClass()} href="#orders" aria-current="page">
              My tasks <Count>{4}</Count>
            </a>
            <a className={navLinkClass()} href="#subscription">
              My subscription <Tag>Special</Tag>
            </a>
          </>
        }
        onMenu={() => undefined}
        end={
          <OnlyDesktop>
            <Cluster gap={2}>
              <a className={buttonClass({ size: 'small' })} href="#new">
                Hire a Nerd
              </a>
              <MoreMenu label="More: Contact us, Sign out">
                <a className={moreItemClass()} href="#contact">
                  Contact us
                </a>
                <button type="button" className={moreItemClass()}>
                  Sign out
                </button>
              </MoreMenu>
            </Cluster>
          </OnlyDesktop>
        }
      />
      <Main>
        <Wrap narrow="narrow">
          <Stack gap={5}>
            <h1>My tasks</h1>
            <Tabs label="Filter">
              <a className={tabClass()} href="#active" aria-current="page">
                Active
              </a>
              <a className={tabClass()} href="#completed">
                Completed
              </a>
            </Tabs>
            {Array.from({ length }, (_, index) => (
              <Card key={index} title={`Task ${index + 1}`}>
                <PriceActions>
                  <PriceNote>History, 2 pages</PriceNote>
                </PriceActions>
              </Card>
            ))}
          </Stack>
        </Wrap>
      </Main>
      <BackToTop />
      {footer}
    </PageFrame>
  )
}

export const CabinetPage: Story = { render: () => <Cabinet /> }

export const SkipLinkFirst: Story = {
  name: '(ux 55) the first Tab stop skips the top bar and does not change the address',
  render: () => <Cabinet />,
  play: async ({ canvas, userEvent }) => {
    const address = window.location.href
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('main')).toHaveFocus()
    await expect(window.location.href).toBe(address)
  },
}

export const BackToTopAfterOneScreen: Story = {
  name: '[UI-03] the back-to-top button shows after more than one screen and scrolls to the top',
  render: () => <Cabinet length={40} />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('button', { name: 'Back to top' })).toBeNull()
    window.scrollTo({ top: window.innerHeight / 2 })
    await expect(canvas.queryByRole('button', { name: 'Back to top' })).toBeNull()
    // A page that is still being laid out may be too short to scroll so far.
    const button = await waitFor(() => {
      window.scrollTo({ top: window.innerHeight * 2 })
      return canvas.getByRole('button', { name: 'Back to top' })
    })
    await userEvent.click(button)
    await waitFor(() => expect(window.scrollY).toBe(0))
    await expect(canvas.getByRole('main')).toHaveFocus()
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Back to top' })).toBeNull())
  },
}

export const MoreMenuOpens: Story = {
  name: 'the menu of the top bar opens; Escape closes it and returns the focus',
  render: () => (
    <TopBar
      brand={brand}
      end={
        <MoreMenu label="More: Contact us, Sign out">
          <a className={moreItemClass()} href="#contact">
            Contact us
          </a>
          <button type="button" className={moreItemClass()}>
            Sign out
          </button>
        </MoreMenu>
      }
    />
  ),
  play: async ({ canvas, userEvent }) => {
    const more = canvas.getByRole('button', { name: 'More: Contact us, Sign out' })
    await userEvent.click(more)
    await expect(canvas.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByRole('link', { name: 'Contact us' })).toBeNull()
    await expect(more).toHaveFocus()
    await userEvent.click(more)
    await userEvent.click(document.body)
    await expect(more).toHaveAttribute('aria-expanded', 'false')
  },
}

export const PhoneOnly: Story = {
  render: () => (
    <Stack>
      <OnlyPhone>Seen on phones</OnlyPhone>
      <OnlyDesktop>Seen on wide screens</OnlyDesktop>
    </Stack>
  ),
  play: async ({ canvas }) => {
    const isWide = window.innerWidth >= 900
    await expect(canvas.getByText('Seen on phones').checkVisibility()).toBe(!isWide)
    await expect(canvas.getByText('Seen on wide screens').checkVisibility()).toBe(isWide)
  },
}
