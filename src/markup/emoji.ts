// The short codes that people type most.
const table = `
+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|smile 😄|smiley 😃|grinning 😀|grin 😁|laughing 😆|satisfied 😆|sweat_smile 😅|joy 😂|rofl 🤣|slightly_smiling_face 🙂|upside_down_face 🙃|wink 😉|blush 😊
innocent 😇|heart_eyes 😍|star_struck 🤩|kissing_heart 😘|yum 😋|stuck_out_tongue 😛|stuck_out_tongue_winking_eye 😜|zany_face 🤪|hugs 🤗|thinking 🤔|neutral_face 😐|expressionless 😑|no_mouth 😶|smirk 😏
unamused 😒|roll_eyes 🙄|grimacing 😬|relieved 😌|pensive 😔|sleepy 😪|sleeping 😴|mask 😷|nauseated_face 🤢|sneezing_face 🤧|dizzy_face 😵|exploding_head 🤯|cowboy_hat_face 🤠|partying_face 🥳|sunglasses 😎
nerd_face 🤓|confused 😕|worried 😟|frowning_face ☹️|open_mouth 😮|hushed 😯|astonished 😲|flushed 😳|pleading_face 🥺|fearful 😨|cold_sweat 😰|cry 😢|sob 😭|scream 😱|disappointed 😞|sweat 😓|weary 😩|tired_face 😫
yawning_face 🥱|triumph 😤|rage 😡|angry 😠|smiling_imp 😈|skull 💀|hankey 💩|poop 💩|clown_face 🤡|ghost 👻|alien 👽|robot 🤖|see_no_evil 🙈|hear_no_evil 🙉|speak_no_evil 🙊|heart ❤️|orange_heart 🧡
yellow_heart 💛|green_heart 💚|blue_heart 💙|purple_heart 💜|black_heart 🖤|broken_heart 💔|two_hearts 💕|sparkling_heart 💖|100 💯|boom 💥|collision 💥|sweat_drops 💦|dash 💨|bomb 💣|speech_balloon 💬
thought_balloon 💭|zzz 💤|wave 👋|raised_hand ✋|vulcan_salute 🖖|ok_hand 👌|pinched_fingers 🤌|v ✌️|crossed_fingers 🤞|metal 🤘|call_me_hand 🤙|point_left 👈|point_right 👉|point_up ☝️|point_up_2 👆|point_down 👇
fist ✊|facepunch 👊|punch 👊|clap 👏|raised_hands 🙌|open_hands 👐|handshake 🤝|pray 🙏|writing_hand ✍️|muscle 💪|brain 🧠|eyes 👀|eye 👁️|baby 👶|man 👨|woman 👩|person_shrugging 🤷|shrug 🤷|facepalm 🤦|ninja 🥷|detective 🕵️
construction_worker 👷|technologist 🧑‍💻|dog 🐶|cat 🐱|mouse 🐭|rabbit 🐰|fox_face 🦊|bear 🐻|panda_face 🐼|tiger 🐯|lion 🦁|cow 🐮|pig 🐷|frog 🐸|monkey 🐒|chicken 🐔|penguin 🐧|bird 🐦|owl 🦉|wolf 🐺|unicorn 🦄|bee 🐝
bug 🐛|butterfly 🦋|snail 🐌|beetle 🪲|ant 🐜|spider 🕷️|turtle 🐢|snake 🐍|octopus 🐙|crab 🦀|shrimp 🦐|fish 🐟|dolphin 🐬|whale 🐳|whale2 🐋|elephant 🐘|camel 🐫|gopher 🐹|hamster 🐹|t-rex 🦖|dragon 🐉|seedling 🌱|evergreen_tree 🌲
deciduous_tree 🌳|cactus 🌵|herb 🌿|four_leaf_clover 🍀|maple_leaf 🍁|mushroom 🍄|rose 🌹|sunflower 🌻|cherry_blossom 🌸|apple 🍎|green_apple 🍏|banana 🍌|lemon 🍋|peach 🍑|cherries 🍒|strawberry 🍓|avocado 🥑|hot_pepper 🌶️|bread 🍞
cheese 🧀|pizza 🍕|hamburger 🍔|taco 🌮|popcorn 🍿|doughnut 🍩|cookie 🍪|birthday 🎂|cake 🍰|candy 🍬|coffee ☕|tea 🍵|beer 🍺|beers 🍻|wine_glass 🍷|champagne 🍾|tada 🎉|confetti_ball 🎊|balloon 🎈|gift 🎁|ribbon 🎀|trophy 🏆
1st_place_medal 🥇|medal_sports 🏅|soccer ⚽|basketball 🏀|dart 🎯|video_game 🎮|game_die 🎲|art 🎨|guitar 🎸|musical_note 🎵|headphones 🎧|microphone 🎤|movie_camera 🎥|camera 📷|tv 📺|computer 💻|desktop_computer 🖥️|keyboard ⌨️
printer 🖨️|iphone 📱|telephone ☎️|battery 🔋|electric_plug 🔌|bulb 💡|flashlight 🔦|candle 🕯️|floppy_disk 💾|cd 💿|moneybag 💰|dollar 💵|credit_card 💳|gem 💎|wrench 🔧|hammer 🔨|hammer_and_wrench 🛠️|nut_and_bolt 🔩|gear ⚙️
chains ⛓️|magnet 🧲|test_tube 🧪|microscope 🔬|telescope 🔭|pill 💊|adhesive_bandage 🩹|door 🚪|broom 🧹|wastebasket 🗑️|shopping_cart 🛒|key 🔑|old_key 🗝️|lock 🔒|unlock 🔓|closed_lock_with_key 🔐|shield 🛡️|mag 🔍|mag_right 🔎
email 📧|envelope ✉️|inbox_tray 📥|outbox_tray 📤|package 📦|mailbox 📫|pencil 📝|memo 📝|pencil2 ✏️|paperclip 📎|pushpin 📌|round_pushpin 📍|scissors ✂️|triangular_ruler 📐|clipboard 📋|calendar 📆|date 📅|card_index 📇
chart_with_upwards_trend 📈|chart_with_downwards_trend 📉|bar_chart 📊|file_folder 📁|open_file_folder 📂|newspaper 📰|book 📖|books 📚|notebook 📓|bookmark 🔖|label 🏷️|scroll 📜|page_facing_up 📄|page_with_curl 📃|bell 🔔
no_bell 🔕|loudspeaker 📢|mega 📣|hourglass ⌛|hourglass_flowing_sand ⏳|watch ⌚|alarm_clock ⏰|stopwatch ⏱️|rocket 🚀|airplane ✈️|car 🚗|bus 🚌|train 🚆|truck 🚚|bike 🚲|ship 🚢|anchor ⚓|construction 🚧|rotating_light 🚨
traffic_light 🚥|stop_sign 🛑|fuelpump ⛽|house 🏠|office 🏢|factory 🏭|hospital 🏥|school 🏫|building_construction 🏗️|tent ⛺|world_map 🗺️|earth_africa 🌍|earth_americas 🌎|earth_asia 🌏|globe_with_meridians 🌐|mountain ⛰️
volcano 🌋|beach_umbrella 🏖️|sunny ☀️|cloud ☁️|partly_sunny ⛅|rain_cloud 🌧️|umbrella ☔|snowflake ❄️|snowman ⛄|zap ⚡|fire 🔥|ocean 🌊|rainbow 🌈|star ⭐|star2 🌟|sparkles ✨|dizzy 💫|crescent_moon 🌙|full_moon 🌕|comet ☄️
white_check_mark ✅|ballot_box_with_check ☑️|heavy_check_mark ✔️|x ❌|negative_squared_cross_mark ❎|heavy_plus_sign ➕|heavy_minus_sign ➖|question ❓|grey_question ❔|exclamation ❗|heavy_exclamation_mark ❗|grey_exclamation ❕
bangbang ‼️|interrobang ⁉️|warning ⚠️|no_entry ⛔|no_entry_sign 🚫|radioactive ☢️|biohazard ☣️|arrow_up ⬆️|arrow_down ⬇️|arrow_left ⬅️|arrow_right ➡️|arrow_upper_right ↗️|arrow_heading_up ⤴️|arrow_heading_down ⤵️|leftwards_arrow_with_hook ↩️
arrows_counterclockwise 🔄|repeat 🔁|twisted_rightwards_arrows 🔀|fast_forward ⏩|rewind ⏪|arrow_forward ▶️|pause_button ⏸️|recycle ♻️|infinity ♾️|copyright ©️|registered ®️|tm ™️|hash #️⃣|zero 0️⃣|one 1️⃣|two 2️⃣|three 3️⃣|four 4️⃣|five 5️⃣
six 6️⃣|seven 7️⃣|eight 8️⃣|nine 9️⃣|keycap_ten 🔟|information_source ℹ️|abc 🔤|ok 🆗|new 🆕|free 🆓|up 🆙|cool 🆒|sos 🆘|top 🔝|soon 🔜|back 🔙|end 🔚|red_circle 🔴|orange_circle 🟠|yellow_circle 🟡|green_circle 🟢|large_blue_circle 🔵
purple_circle 🟣|white_circle ⚪|black_circle ⚫|red_square 🟥|green_square 🟩|white_large_square ⬜|black_large_square ⬛|small_blue_diamond 🔹|checkered_flag 🏁|triangular_flag_on_post 🚩|rainbow_flag 🏳️‍🌈|pirate_flag 🏴‍☠️|lollipop 🍭`

const signs = new Map(table.trim().split(/[|\n]/).map((entry) => entry.split(' ') as [string, string]))

export const withEmoji = (text: string): string => (text.includes(':') ? text.replace(/:([a-z0-9_+-]{1,40}):/g, (code, name) => signs.get(name) ?? code) : text)
