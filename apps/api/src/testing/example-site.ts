/** The site in tests that render messages without a product. */
export const exampleSite = {
  secret: 's'.repeat(32),
  publicUrl: 'https://nerdify.example',
  supportEmail: 'help@nerdify.example',
  companyZone: 'America/Los_Angeles',
  opsCommand: 'npm run ops --',
}
