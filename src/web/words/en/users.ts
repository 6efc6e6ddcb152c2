/** People, wherever they are shown. */
export const users = {
  joined: 'Joined',
}
