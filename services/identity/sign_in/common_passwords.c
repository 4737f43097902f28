/*
 * common_passwords.c - common long passwords, sorted by byte for a binary search.
 *
 * The list contains what people choose when they must use a long password: well-known
 * short passwords with digits appended, keyboard walks, and sentences about the password
 * itself. Repetitions of a short piece need no entry, because repeats() finds them.
 */
#include "services/identity/sign_in/common_passwords.h"

#include <string.h>

#include "proto/field.h"

/* No entry is longer than this. */
#define LISTED_BYTES_MAX 24

/* clang-format off */
static const char *const passwords[] = {
	"000111222333", "010203040506", "0123456789012", "01234567890123",
	"012345678901234", "0123456789012345", "01234567890123456", "012345678901234567",
	"0123456789012345678", "012345678910", "098765432109", "0987654321098",
	"09876543210987", "098765432109876", "0987654321098765", "09876543210987654",
	"098765432109876543", "0987654321098765432", "102030405060", "10203040506070",
	"111122223333", "111222333444", "112233445566", "123456789012", "1234567890123",
	"12345678901234", "123456789012345", "1234567890123456", "12345678901234567",
	"123456789012345678", "1234567890123456789", "12345678902023", "12345678902024",
	"12345678902025", "12345678902026", "1234567890abc123", "1234567890love",
	"1234567890nbvcxw", "1234567890qwe", "1234567890wxcvbn", "123456789abcd",
	"123456789abcdef", "123456789admin", "123456789asdfgh", "123456789azerty",
	"123456789batman", "123456789charlie", "123456789dragon", "123456789family",
	"123456789forever", "123456789freedom", "123456789friends", "123456789google",
	"123456789hello", "123456789jordan", "123456789kith", "123456789letmein",
	"123456789lovely", "123456789master", "123456789michael", "123456789monkey",
	"123456789pokemon", "123456789qwe", "123456789qwerty", "123456789rainbow",
	"123456789root", "123456789samsung", "123456789secret", "123456789shadow",
	"123456789summer", "123456789test", "123456789welcome", "123456789winter",
	"123456789zxcvbnm", "12345678kithkith", "123456passw0rd", "12345kithkith",
	"1234kithkith", "1234qwerasdf", "1234qwerasdfzxcv", "147258369147",
	"147852369147", "1q2w3e4r5t6y", "1q2w3e4r5t6y7u", "1q2w3e4r5t6y7u8i",
	"1qaz2wsx3edc", "1qaz2wsx3edc4rfv", "1qazxsw23edc", "1qazxsw23edcvfr4",
	"271828182845", "2wsx3edc4rfv", "2wsx3edc4rfv5tgb", "2wsxcde34rfv",
	"2wsxcde34rfvbgt5", "314159265358", "31415926535897", "3edc4rfv5tgb",
	"3edc4rfv5tgb6yhn", "3edcvfr45tgb", "3edcvfr45tgbnhy6", "4rfv5tgb6yhn",
	"4rfv5tgb6yhn7ujm", "4rfvbgt56yhn", "4rfvbgt56yhnmju7", "5tgb6yhn7ujm",
	"5tgbnhy67ujm", "987654321098", "9876543210987", "98765432109876",
	"987654321098765", "9876543210987654", "98765432109876543", "987654321098765432",
	"999888777666", "a123456789012", "a1234567890a", "a1s2d3f4g5h6", "abcd12341234",
	"abcd123412345", "abcd1234123456", "abcd1234password", "abcdef123456",
	"abcdef123456789", "abcdefg12345", "abcdefg123456", "abcdefgh1234",
	"abcdefgh12345", "abcdefgh123456", "abcdefghijkl", "abcdefghijklm",
	"abcdefghijklmnop", "abcdefghijklmnopqrst", "abcdefghijklmnopqrstuvw",
	"abcdefghijklmnopqrstuvwx", "abcdefghpassword", "abcdefpassword", "abdullah1234",
	"access123456", "accesspassword", "admin1234567", "admin12345678",
	"admin123456789", "admin1234567890", "admin123admin", "admin@123admin",
	"adminadmin123", "administrador1", "administrador12", "administrador123",
	"administrator!", "administrator1", "administrator1!", "administrator12",
	"administrator123", "administrator123!", "administrator1234",
	"administrator1234!", "administrator12345", "administrator12345!",
	"administrator123456", "administrator2024", "administrator2025",
	"administrator2025!", "administrator2026", "administratorqwerty", "adminpassword",
	"alejandro123", "alexander123", "alexander1234", "amanda123456", "america12345",
	"america123456", "americapassword", "andrew123456", "angelpassword",
	"anonymous123", "anonymous1234", "anthony12345", "apassword123", "applepie1234",
	"arianagrande", "arsenal12345", "arsenal123456", "arsenalpassword",
	"asdfgh123456", "asdfgh123456789", "asdfghazerty", "asdfghjkl123",
	"asdfghjkl1234", "asdfghjkl12345", "asdfghjkl123456", "asdfghjkl2025",
	"asdfghjkl;'!", "asdfghjkl;'1", "asdfghjkl;'1!", "asdfghjkl;'12",
	"asdfghjkl;'123", "asdfghjkl;'123!", "asdfghjkl;'1234", "asdfghjkl;'1234!",
	"asdfghjkl;'12345", "asdfghjkl;'2023", "asdfghjkl;'2024", "asdfghjkl;'2024!",
	"asdfghjkl;'2025", "asdfghjkl;'2025!", "asdfghjkl;'2026", "asdfghjkl;'2026!",
	"asdfghjkl;'@123", "asdfghjkl;'@1234", "asdfghjkl;'love", "asdfghjklazertyuiop",
	"asdfghjkllkjhgfdsa", "asdfghjklmlkjhgfdsq", "asdfghjklmnbvcxy",
	"asdfghjklmnbvcxz", "asdfghjklnbvcxw", "asdfghjklpoiuytrewq",
	"asdfghjklpoiuytreza", "asdfghjklpoiuztrewq", "asdfghjklqsdfghjklm",
	"asdfghjklqwertyuiop", "asdfghjklqwertzuiop", "asdfghjklwxcvbn",
	"asdfghjklyxcvbnm", "asdfghjklzxcvbnm", "asdfghpassword", "asdfghqsdfgh",
	"asdfghqwertz", "asdfghwxcvbn", "asdfghyxcvbn", "asdfghzxcvbn", "asdfqwerzxcv",
	"ashley123456", "asshole12345", "autumn123456", "autumnpassword", "avatar123456",
	"avengers1234", "azerty123456", "azerty123456789", "azertyasdfgh",
	"azertypassword", "azertyqsdfgh", "azertyqwertz", "azertyuiop123",
	"azertyuiop1234", "azertyuiop12345", "azertyuiop123456", "azertyuiop2025",
	"azertyuiopabc123", "azertyuiopasdfghjkl", "azertyuioplkjhgfdsa",
	"azertyuioplove", "azertyuiopmlkjhgfdsq", "azertyuiopmnbvcxy",
	"azertyuiopmnbvcxz", "azertyuiopnbvcxw", "azertyuioppoiuytrewq",
	"azertyuioppoiuytreza", "azertyuioppoiuztrewq", "azertyuiopqsdfghjklm",
	"azertyuiopqwertyuiop", "azertyuiopqwertzuiop", "azertyuiopwxcvbn",
	"azertyuiopyxcvbnm", "azertyuiopzxcvbnm", "azertywxcvbn", "azertyyxcvbn",
	"azertyzxcvbn", "backstreetboys", "badpassword123", "banana123456",
	"bananapassword", "bangladesh123", "barcelona123", "barcelona1234",
	"barcelona12345", "barcelona123456", "baseball1234", "baseball12345",
	"baseball123456", "baseball2025", "baseballpassword", "basketball123",
	"basketball1234", "basketball12345", "basketball123456", "basketball2025",
	"batman123456", "batman123456789", "batmanpassword", "bayernmunchen",
	"beautiful123", "beautiful1234", "beautyandthebeast", "berlin123456",
	"berlinpassword", "bestfriend123", "bestfriendsforever", "beyonce12345",
	"bgt5nhy6mju7", "bismillah123", "bismillah786", "bitcoin12345", "bitcoin123456",
	"blackhawk123", "blessed12345", "blessed123456", "blessedpassword",
	"blockchain123", "borussiadortmund", "britneyspears", "bullshit1234",
	"business1234", "business12345", "business123456", "businesspassword",
	"butterfly123", "butterfly1234", "butterfly12345", "butterfly123456",
	"butterfly2025", "california123", "california1234", "california12345",
	"california123456", "callofduty123", "cde3vfr4bgt5", "cde3vfr4bgt5nhy6",
	"changeme1234", "changeme12345", "changeme123456", "changeme2025",
	"changemepassword", "changemeplease", "changethis123", "charlie12345",
	"charlie123456", "charlie123456789", "charliepassword", "chatgpt12345",
	"cheese123456", "cheesecake123", "cheesepassword", "chelsea12345",
	"chelsea123456", "chelseapassword", "chevrolet123", "chocolate123",
	"chocolate1234", "chocolate12345", "chocolate123456", "chocolate2025",
	"cinderella123", "coffee123456", "coffeepassword", "cofounder123",
	"commonpassword", "company12345", "company123456", "companypassword",
	"computer1234", "computer12345", "computer123456", "computer2025",
	"computerpassword", "contrasena123", "cookie123456", "cookiemonster",
	"cookiepassword", "correcthorse", "correcthorsebattery", "corvette1234",
	"corvette12345", "corvette123456", "corvettepassword", "counterstrike",
	"cristianoronaldo", "dallascowboys", "dandelion123", "daniel123456",
	"database1234", "database12345", "database123456", "databasepassword",
	"deadpool1234", "default12345", "default123456", "defaultpassword",
	"demopassword", "deutschland123", "deutschland1234", "deutschland12345",
	"developer123", "developer1234", "diamond12345", "diamond123456",
	"diamondpassword", "docker123456", "donttellanyone", "dragon123456",
	"dragon123456789", "dragonfly123", "dragonpassword", "easypassword",
	"edwardcullen", "elizabeth123", "elizabeth1234", "eminem123456", "engineer1234",
	"england12345", "england123456", "englandpassword", "entrepreneur",
	"entrepreneur123", "estrella1234", "ethereum1234", "examplepassword",
	"facebook1234", "facebook12345", "facebook123456", "facebook2025",
	"facebookpassword", "family123456", "family123456789", "familypassword",
	"fernando1234", "ferrari12345", "ferrari123456", "ferraripassword",
	"flower123456", "flowerpassword", "football123!", "football1234", "football1234!",
	"football12345", "football12345!", "football123456", "football2024",
	"football2025", "football2025!", "football2026", "footballpassword",
	"forever12345", "forever123456", "forever123456789", "foreveralone",
	"foreverandever", "foreverpassword", "foreveryoung", "forgotpassword",
	"fortnite1234", "fortnite12345", "founder12345", "founder123456",
	"founderpassword", "france123456", "francepassword", "francisco123",
	"freedom12345", "freedom123456", "freedom123456789", "freedompassword",
	"friday123456", "friends12345", "friends123456", "friends123456789",
	"friendspassword", "frodobaggins", "fuckyou12345", "fuckyou123456",
	"gameofthrones", "gandalfthegrey", "ganesha12345", "germany12345",
	"germany123456", "germanypassword", "github123456", "gitlab123456",
	"godisgood123", "godmode12345", "golfpassword", "goodpassword", "google123456",
	"google123456789", "googlepassword", "gorgeous1234", "grandtheftauto",
	"greenday1234", "guadalupe123", "guitar123456", "guitarpassword", "hacker123456",
	"hackmeplease", "hacktheplanet", "hardpassword", "harleydavidson",
	"harrypotter123", "haslopassword", "hello123456789", "hello123hello",
	"hellokitty123", "hellopassword", "helloworld123", "helloworld1234",
	"helloworld12345", "helloworld123456", "hermionegranger", "highschool123",
	"hockey123456", "hockeypassword", "homersimpson", "hunter123456",
	"hunterpassword", "iamawesome123", "iamtheboss123", "icecream1234",
	"idontcare123", "idontknow123", "idontknow1234", "iforgot12345", "ihateyou1234",
	"ilovechocolate", "iloveme12345", "ilovemyfamily", "ilovemymom123",
	"iloveu123456", "iloveyou123!", "iloveyou1234", "iloveyou1234!", "iloveyou12345",
	"iloveyou12345!", "iloveyou123456", "iloveyou1234567", "iloveyou12345678",
	"iloveyou2023", "iloveyou2024", "iloveyou2025", "iloveyou2025!", "iloveyou2026",
	"iloveyou4ever", "iloveyoubaby", "iloveyouforever", "iloveyoujesus",
	"iloveyoulord", "iloveyoupassword", "iloveyouqwerty", "iloveyousomuch",
	"imissyou1234", "incorrect123", "indonesia123", "instagram123", "instagram1234",
	"internet1234", "internet12345", "internet123456", "internetpassword",
	"inthenameofgod", "investor1234", "investor12345", "investor123456",
	"investorpassword", "iphone123456", "ironmaiden666", "ironman12345",
	"ironman123456", "javascript123", "jenkins12345", "jennifer1234", "jennifer12345",
	"jennifer123456", "jennifer2025", "jenniferpassword", "jessica12345",
	"jessica123456", "jesuschrist123", "jesuschrist1234", "jesuschrist12345",
	"jesuspassword", "jordan123456", "jordan123456789", "jordanpassword",
	"joshua123456", "justinbieber", "juventus1234", "kawasaki1234", "killer123456",
	"killerpassword", "kith123456789", "kithkith1234", "kithkith12345",
	"kithkith123456", "kithkith2025", "kithkithabc123", "kithkithlove",
	"kithkithpassword", "kithnetwork123", "kithpassword", "kittycat1234",
	"kittykat1234", "krishna12345", "kubernetes123", "ladybug12345", "ladygaga1234",
	"leagueoflegends", "letmein1234!", "letmein12345", "letmein12345!",
	"letmein123456", "letmein123456789", "letmein2025!", "letmeinnow123",
	"letmeinpassword", "letmeinplease", "lightning123", "linkedin1234",
	"linkedin12345", "linkedin123456", "linkedin2025", "linkedinpassword",
	"linkinpark123", "lionelmessi10", "littlemermaid", "liverpool123",
	"liverpool1234", "liverpool12345", "liverpool123456", "liverpool2025",
	"loginpassword", "london123456", "londonpassword", "longpassword",
	"lordoftherings", "losangeles123", "lovely123456", "lovely123456789",
	"lovelypassword", "loveyouforever", "lukeskywalker", "manager12345",
	"manager123456", "manchester123", "manchestercity", "manchesterunited",
	"mariposa1234", "master123456", "master123456789", "masterkey123",
	"masterpassword", "matrix123456", "matthew12345", "maximilian123", "mercedes1234",
	"mercedes12345", "mercedes123456", "mercedesbenz", "mercedespassword",
	"metallica123", "metallica1234", "metallica666", "michael12345", "michael123456",
	"michael123456789", "michaeljackson", "michaeljordan", "michaeljordan23",
	"michaelpassword", "michelle1234", "michelle12345", "microsoft123",
	"microsoft1234", "minecraft123", "minecraft1234", "minecraft12345",
	"minecraft123456", "minecraft2025", "mohammed1234", "mohammed12345",
	"monkey123456", "monkey123456789", "monkeypassword", "motdepasse123",
	"motherfucker", "muhammad1234", "muhammad12345", "mustang12345", "mustang123456",
	"mustangpassword", "myadministrador", "myadministrator", "mybasketball",
	"mycalifornia", "mycontrasena", "mydeutschland", "myhelloworld", "myjesuschrist",
	"mymotdepasse", "mynewpassword", "mypassword123", "mypassword1234",
	"mypasswordabc", "mypasswordgolf", "mypasswordkith", "mypasswordroot",
	"mypasswordtest", "myqwertyuiop", "mysecretpassword", "mystrawberry",
	"mywachtwoord", "naruto123456", "narutopassword", "narutouzumaki", "network12345",
	"network123456", "networking123", "networkpassword", "neverforget123",
	"nevermind123", "newpassword123", "newyork12345", "newyork123456",
	"newyorkpassword", "newyorkyankees", "nicholas1234", "nintendo1234",
	"nirvana12345", "nopassword123", "notapassword", "nothingtohide", "notmypassword",
	"oldpassword123", "onedirection", "onepiece1234", "openai123456", "opensesame123",
	"operator1234", "operator12345", "oracle123456", "orange123456", "orangepassword",
	"p@ssw0rd123!", "p@ssw0rd1234", "p@ssw0rd1234!", "p@ssw0rd12345",
	"p@ssw0rd12345!", "p@ssw0rd123456", "p@ssw0rd1234567", "p@ssw0rd12345678",
	"p@ssw0rd2023", "p@ssw0rd2024", "p@ssw0rd2025", "p@ssw0rd2025!", "p@ssw0rd2026",
	"p@ssw0rd@123", "p@ssw0rdpassword", "p@ssw0rdqwerty", "p@ssword123!",
	"p@ssword1234", "p@ssword1234!", "p@ssword12345", "p@ssword123456",
	"p@ssword1234567", "p@ssword12345678", "p@ssword2023", "p@ssword2024",
	"p@ssword2025", "p@ssword2025!", "p@ssword2026", "p@ssword@123",
	"p@sswordpassword", "p@sswordqwerty", "pa55w0rd1234", "pa55word1234",
	"pakistan1234", "pakistan12345", "parispassword", "parola123456", "pass12345678",
	"pass123456789", "pass1234pass", "passw0rd123!", "passw0rd1234", "passw0rd1234!",
	"passw0rd12345", "passw0rd12345!", "passw0rd123456", "passw0rd1234567",
	"passw0rd12345678", "passw0rd2023", "passw0rd2024", "passw0rd2025",
	"passw0rd2025!", "passw0rd2026", "passw0rd@123", "passw0rdpassword",
	"passw0rdqwerty", "password!@#$", "password....", "password123!", "password1234",
	"password1234!", "password12345", "password12345!", "password123456",
	"password1234567", "password12345678", "password123456789", "password1234567890",
	"password2023", "password2024", "password2025", "password2025!", "password2026",
	"password@123", "passwordabcd1234", "passwordgolf", "passwordkith",
	"passwordp@ssw0rd", "passwordp@ssword", "passwordpassw0rd", "passwordroot",
	"passwordtest", "passwordtrustno1", "passwordwelcome1", "passwort123!",
	"passwort1234", "passwort1234!", "passwort12345", "passwort123456",
	"passwort1234567", "passwort12345678", "passwort2023", "passwort2024",
	"passwort2025", "passwort2025!", "passwort2026", "passwort@123",
	"passwortpassword", "passwortqwerty", "peanutbutter", "philadelphia",
	"phoenix12345", "phoenix123456", "phoenixpassword", "pikachu12345",
	"playstation2", "playstation3", "playstation4", "playstation5", "pokemon12345",
	"pokemon123456", "pokemon123456789", "pokemonpassword", "porsche12345",
	"porsche123456", "porschepassword", "postgres1234", "postgresql123",
	"poweruser123", "princess123!", "princess1234", "princess1234!", "princess12345",
	"princess12345!", "princess123456", "princess2024", "princess2025",
	"princess2025!", "princess2026", "princesspassword", "professionalnetwork",
	"programmer123", "programming123", "purple123456", "purplepassword",
	"python123456", "q123456789012", "q1w2e3r4t5y6", "q1w2e3r4t5y6u7", "qazwsxedcrfv",
	"qazwsxedcrfvtgb", "qsdfgh123456", "qsdfghasdfgh", "qsdfghazerty",
	"qsdfghjklm123", "qsdfghjklmabc123", "qsdfghqwertz", "qsdfghwxcvbn",
	"qsdfghyxcvbn", "qsdfghzxcvbn", "qweasdzxc123", "qweasdzxc1234", "qwerasdfzxcv",
	"qwerasdfzxcv1234", "qwerty123456", "qwerty1234567", "qwerty12345678",
	"qwerty123456789", "qwerty1234567890", "qwerty123qwerty", "qwertyasdfgh",
	"qwertyazerty", "qwertypassword", "qwertyqsdfgh", "qwertyqwerty1",
	"qwertyqwerty123", "qwertyqwertz", "qwertyuiop12", "qwertyuiop123",
	"qwertyuiop1234", "qwertyuiop12345", "qwertyuiop123456", "qwertyuiop2023",
	"qwertyuiop2024", "qwertyuiop2025", "qwertyuiop2026", "qwertyuiop[]!",
	"qwertyuiop[]1", "qwertyuiop[]1!", "qwertyuiop[]12", "qwertyuiop[]123",
	"qwertyuiop[]123!", "qwertyuiop[]1234", "qwertyuiop[]2023", "qwertyuiop[]2024",
	"qwertyuiop[]2025", "qwertyuiop[]2026", "qwertyuiop[]@123", "qwertyuiop[]\\!",
	"qwertyuiop[]\\1", "qwertyuiop[]\\1!", "qwertyuiop[]\\12", "qwertyuiop[]\\123",
	"qwertyuiop[]love", "qwertyuiopasdfghjkl", "qwertyuiopazertyuiop",
	"qwertyuioplkjhgfdsa", "qwertyuiopmlkjhgfdsq", "qwertyuiopmnbvcxy",
	"qwertyuiopmnbvcxz", "qwertyuiopnbvcxw", "qwertyuioppoiuytrewq",
	"qwertyuioppoiuytreza", "qwertyuioppoiuztrewq", "qwertyuiopqsdfghjklm",
	"qwertyuiopqwerty", "qwertyuiopqwertzuiop", "qwertyuiopwxcvbn",
	"qwertyuiopyxcvbnm", "qwertyuiopzxcvbnm", "qwertywxcvbn", "qwertyyxcvbn",
	"qwertyzxcvbn", "qwertz123456", "qwertzasdfgh", "qwertzazerty", "qwertzqsdfgh",
	"qwertzuiop123", "qwertzuiop1234", "qwertzuiop12345", "qwertzuiop123456",
	"qwertzuiop2025", "qwertzuiopabc123", "qwertzuiopasdfghjkl",
	"qwertzuiopazertyuiop", "qwertzuioplkjhgfdsa", "qwertzuioplove",
	"qwertzuiopmlkjhgfdsq", "qwertzuiopmnbvcxy", "qwertzuiopmnbvcxz",
	"qwertzuiopnbvcxw", "qwertzuioppoiuytrewq", "qwertzuioppoiuytreza",
	"qwertzuioppoiuztrewq", "qwertzuiopqsdfghjklm", "qwertzuiopqwertyuiop",
	"qwertzuiopwxcvbn", "qwertzuiopyxcvbnm", "qwertzuiopzxcvbnm", "qwertzwxcvbn",
	"qwertzyxcvbn", "qwertzzxcvbn", "rainbow12345", "rainbow123456",
	"rainbow123456789", "rainbowpassword", "randompassword", "raspberry123",
	"realmadrid123", "remember1234", "rememberme123", "rihanna12345", "robert123456",
	"rockyou12345", "root123456789", "rootpassword", "rootroot1234", "safepassword",
	"samsung12345", "samsung123456", "samsung123456789", "samsungpassword",
	"sanfrancisco", "sasukeuchiha", "schalke04schalke", "scoobydoo123",
	"scoobydoobydoo", "sebastian123", "sebastian1234", "secret123456",
	"secret123456789", "secretpassword", "securepassword", "security1234",
	"security12345", "server123456", "serverpassword", "service12345",
	"service123456", "sexygirl1234", "shadow123456", "shadow123456789",
	"shadowpassword", "shortpassword", "simplepassword", "simpsons1234",
	"snowwhite123", "soccer123456", "soccerpassword", "sommer123456", "spiderman123",
	"spiderman1234", "spongebob123", "spongebob1234", "spring123456",
	"springpassword", "stargate1234", "startrek1234", "startup12345", "startup123456",
	"startuppassword", "starwars1234", "starwars12345", "starwars123456",
	"starwarspassword", "stephanie123", "stephanie1234", "strawberry123",
	"strawberry1234", "strawberry12345", "strawberry123456", "strongpassword",
	"student12345", "student123456", "summer123456", "summer123456789",
	"summerpassword", "sunflower123", "sunflower1234", "sunshine123!", "sunshine1234",
	"sunshine1234!", "sunshine12345", "sunshine12345!", "sunshine123456",
	"sunshine2024", "sunshine2025", "sunshine2025!", "sunshine2026",
	"sunshinepassword", "superman1234", "superman12345", "superman123456",
	"superman2025", "supermanpassword", "supernatural", "supersecret123",
	"superuser123", "superuser1234", "supervisor123", "support12345", "support123456",
	"suzuki123456", "sweetheart123", "sysadmin1234", "system123456", "systempassword",
	"taylorswift13", "teacher12345", "teacher123456", "temporary123", "temppassword",
	"tennis123456", "tennispassword", "tequieromucho", "test123456789",
	"test1234test", "testing12345", "testing123456", "testingpassword",
	"testpassword", "testpassword123", "testtest1234", "texaspassword",
	"thematrix123", "thepassword123", "thisisapassword", "thisisasecret",
	"thisismypassword", "thisispassword", "thomas123456", "thunder12345",
	"thunder123456", "thunderbirds", "thunderpassword", "thunderstorm",
	"tinkerbell123", "topsecret1234", "toyota123456", "transformers", "trustno11234",
	"trustno112345", "trustno1123456", "trustno1password", "trustnooneever",
	"twilight1234", "ubuntu123456", "unicorn12345", "unicorns1234", "uniquepassword",
	"unitedstates", "university123", "userpassword", "valentina123", "vampirediaries",
	"verysecret123", "vfr4bgt5nhy6", "vfr4bgt5nhy6mju7", "victoria1234",
	"victoria12345", "wachtwoord123", "washington123", "watermelon123",
	"weakpassword", "welcome11234", "welcome112345", "welcome1123456", "welcome1234!",
	"welcome12345", "welcome12345!", "welcome123456", "welcome1password",
	"welcome2025!", "welcomeback1", "welcomehome1", "welcomepassword",
	"welcomeqwerty", "welcometohell", "welcometokith", "whatever1234",
	"whatever12345", "whatever123456", "whatever2025", "whateverpassword",
	"whatsapp1234", "windows12345", "windowsxp123", "winter123456", "winter123456789",
	"winteriscoming", "winterpassword", "wolverine123", "wolverine1234",
	"worldofwarcraft", "wxcvbnabc123", "xsw2cde3vfr4", "xsw2cde3vfr4bgt5",
	"yamaha123456", "yamahapassword", "youarehacked", "youllneverknow",
	"youshallnotpass", "yxcvbn123456", "yxcvbnasdfgh", "yxcvbnazerty",
	"yxcvbnmabc123", "yxcvbnqsdfgh", "yxcvbnqwertz", "yxcvbnwxcvbn", "yxcvbnzxcvbn",
	"z1x2c3v4b5n6", "zaq12wsxcde3", "zaq12wsxcde34rfv", "zaq1xsw2cde3",
	"zaq1xsw2cde3vfr4", "zerocool1234", "zxcvbn123456", "zxcvbnasdfgh",
	"zxcvbnazerty", "zxcvbnm,./1!", "zxcvbnm,./12", "zxcvbnm,./123", "zxcvbnm,./123!",
	"zxcvbnm,./1234", "zxcvbnm,./1234!", "zxcvbnm,./12345", "zxcvbnm,./123456",
	"zxcvbnm,./2023", "zxcvbnm,./2024", "zxcvbnm,./2024!", "zxcvbnm,./2025",
	"zxcvbnm,./2025!", "zxcvbnm,./2026", "zxcvbnm,./2026!", "zxcvbnm,./@123",
	"zxcvbnm,./@1234", "zxcvbnm,./abc123", "zxcvbnm,./love", "zxcvbnm,./nbvcxw",
	"zxcvbnm,./qwerty", "zxcvbnm,./wxcvbn", "zxcvbnm12345", "zxcvbnm123456",
	"zxcvbnm123456789", "zxcvbnmasdfghjkl", "zxcvbnmazertyuiop", "zxcvbnmlkjhgfdsa",
	"zxcvbnmmlkjhgfdsq", "zxcvbnmmnbvcxy", "zxcvbnmmnbvcxz", "zxcvbnmnbvcxw",
	"zxcvbnmpassword", "zxcvbnmpoiuytrewq", "zxcvbnmpoiuytreza", "zxcvbnmpoiuztrewq",
	"zxcvbnmqsdfghjklm", "zxcvbnmqwertyuiop", "zxcvbnmqwertzuiop", "zxcvbnmwxcvbn",
	"zxcvbnmyxcvbnm", "zxcvbnpassword", "zxcvbnqsdfgh", "zxcvbnqwertz",
	"zxcvbnwxcvbn", "zxcvbnyxcvbn", "zyxwvutsrqpo",
};
/* clang-format on */

/* ASCII only; no entry contains other letters. */
static char
lower(char character)
{
	if (character < 'A' || character > 'Z')
		return character;
	return (char)(character - 'A' + 'a');
}

/* Whether the password repeats one piece of at most half its length ("kithkithkith"). The
 * last repetition may be cut. */
static bool
repeats(const char *data, size_t size)
{
	for (size_t period = 1; period <= size / 2; period++) {
		size_t i = period;

		while (i < size && lower(data[i]) == lower(data[i - period]))
			i++;
		if (i == size)
			return true;
	}
	return false;
}

static bool
is_listed(const char *text)
{
	size_t low = 0, high = COUNT_OF(passwords);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(text, passwords[middle]);

		if (order == 0)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

bool
password_common(const char *data, size_t size)
{
	char text[LISTED_BYTES_MAX + 1];

	if (repeats(data, size))
		return true;
	if (size > LISTED_BYTES_MAX)
		return false;
	for (size_t i = 0; i < size; i++)
		text[i] = lower(data[i]);
	text[size] = '\0';
	return is_listed(text);
}
