/*
 * common_passwords.c - common passwords, sorted by byte for a binary search.
 *
 * The list contains what people choose when they must use a long password: well-known
 * short passwords, keyboard walks, and sentences about the password itself. Repetitions
 * of a short piece need no entry, because repeats() finds them; nor do words with digits
 * or signs around them, because is_decorated() does.
 */
#include "services/identity/sign_in/common_passwords.h"

#include <string.h>

#include "proto/field.h"

/* No entry is longer than this. */
#define LISTED_BYTES_MAX 24

/* More digits and signs around a word may be hard to guess. */
#define DECORATION_BYTES_MAX 10

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
	"1234567890nbvcxw", "1234567890qwe", "1234567890wxcvbn", "123456789qwe",
	"12345678kithkith", "12345kithkith", "1234kithkith", "1234qwerasdf",
	"147258369147", "147852369147", "1q2w3e4r5t6y", "1q2w3e4r5t6y7u",
	"1q2w3e4r5t6y7u8i", "1qaz2wsx3edc", "1qaz2wsx3edc4rfv", "1qazxsw23edc",
	"1qazxsw23edcvfr4", "271828182845", "2wsx3edc4rfv", "2wsx3edc4rfv5tgb",
	"2wsxcde34rfv", "2wsxcde34rfvbgt5", "314159265358", "31415926535897",
	"3edc4rfv5tgb", "3edc4rfv5tgb6yhn", "3edcvfr45tgb", "3edcvfr45tgbnhy6",
	"4rfv5tgb6yhn", "4rfv5tgb6yhn7ujm", "4rfvbgt56yhn", "4rfvbgt56yhnmju7",
	"5tgb6yhn7ujm", "5tgbnhy67ujm", "987654321098", "9876543210987", "98765432109876",
	"987654321098765", "9876543210987654", "98765432109876543", "987654321098765432",
	"999888777666", "a123456789012", "a1234567890a", "a1s2d3f4g5h6", "abc", "abcd",
	"abcd1234password", "abcdef", "abcdefg", "abcdefgh", "abcdefghijkl",
	"abcdefghijklm", "abcdefghijklmnop", "abcdefghijklmnopqrst",
	"abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvwx", "abcdefghpassword",
	"abcdefpassword", "abdullah1234", "access123456", "accesspassword", "admin",
	"admin123admin", "admin@123admin", "adminadmin123", "administrador",
	"administrator", "administratorqwerty", "adminpassword", "alejandro123",
	"alexander", "amanda123456", "america", "americapassword", "andrew123456",
	"angelpassword", "anonymous", "anthony12345", "apassword123", "applepie1234",
	"april", "arianagrande", "arsenal", "arsenalpassword", "asd", "asdf", "asdfgh",
	"asdfghazerty", "asdfghjkl", "asdfghjkl;'love", "asdfghjklazertyuiop",
	"asdfghjkllkjhgfdsa", "asdfghjklmlkjhgfdsq", "asdfghjklmnbvcxy",
	"asdfghjklmnbvcxz", "asdfghjklnbvcxw", "asdfghjklpoiuytrewq",
	"asdfghjklpoiuytreza", "asdfghjklpoiuztrewq", "asdfghjklqsdfghjklm",
	"asdfghjklqwertyuiop", "asdfghjklqwertzuiop", "asdfghjklwxcvbn",
	"asdfghjklyxcvbnm", "asdfghjklzxcvbnm", "asdfghpassword", "asdfghqsdfgh",
	"asdfghqwertz", "asdfghwxcvbn", "asdfghyxcvbn", "asdfghzxcvbn", "asdfqwerzxcv",
	"ashley123456", "asshole12345", "august", "autumn", "autumnpassword",
	"avatar123456", "avengers1234", "azerty", "azertyasdfgh", "azertypassword",
	"azertyqsdfgh", "azertyqwertz", "azertyuiop", "azertyuiopabc123",
	"azertyuiopasdfghjkl", "azertyuioplkjhgfdsa", "azertyuioplove",
	"azertyuiopmlkjhgfdsq", "azertyuiopmnbvcxy", "azertyuiopmnbvcxz",
	"azertyuiopnbvcxw", "azertyuioppoiuytrewq", "azertyuioppoiuytreza",
	"azertyuioppoiuztrewq", "azertyuiopqsdfghjklm", "azertyuiopqwertyuiop",
	"azertyuiopqwertzuiop", "azertyuiopwxcvbn", "azertyuiopyxcvbnm",
	"azertyuiopzxcvbnm", "azertywxcvbn", "azertyyxcvbn", "azertyzxcvbn",
	"backstreetboys", "badpassword123", "banana123456", "bananapassword",
	"bangladesh123", "barcelona", "baseball", "baseballpassword", "basketball",
	"batman", "batmanpassword", "bayernmunchen", "beautiful", "beautyandthebeast",
	"berlin123456", "berlinpassword", "bestfriend123", "bestfriendsforever",
	"beyonce12345", "bgt5nhy6mju7", "bismillah", "bitcoin", "blackhawk123", "blessed",
	"blessedpassword", "blockchain123", "borussiadortmund", "britneyspears",
	"bullshit1234", "business", "businesspassword", "butterfly", "california",
	"callofduty123", "cde3vfr4bgt5", "cde3vfr4bgt5nhy6", "changeme",
	"changemepassword", "changemeplease", "changethis123", "charlie",
	"charliepassword", "chatgpt12345", "cheese123456", "cheesecake123",
	"cheesepassword", "chelsea", "chelseapassword", "chevrolet123", "chocolate",
	"cinderella123", "coffee123456", "coffeepassword", "cofounder123",
	"commonpassword", "company", "companypassword", "computer", "computerpassword",
	"contrasena123", "cookie123456", "cookiemonster", "cookiepassword",
	"correcthorse", "correcthorsebattery", "corvette", "corvettepassword",
	"counterstrike", "cristianoronaldo", "dallascowboys", "dandelion123",
	"daniel123456", "database", "databasepassword", "deadpool1234", "december",
	"default", "defaultpassword", "demopassword", "deutschland", "developer",
	"diamond", "diamondpassword", "docker123456", "donttellanyone", "dragon",
	"dragonfly123", "dragonpassword", "easypassword", "edwardcullen", "elizabeth",
	"eminem123456", "engineer1234", "england", "englandpassword", "entrepreneur",
	"estrella1234", "ethereum1234", "examplepassword", "facebook", "facebookpassword",
	"family", "familypassword", "february", "fernando1234", "ferrari",
	"ferraripassword", "flower123456", "flowerpassword", "football",
	"footballpassword", "forever", "foreveralone", "foreverandever",
	"foreverpassword", "foreveryoung", "forgotpassword", "fortnite", "founder",
	"founderpassword", "france123456", "francepassword", "francisco123", "freedom",
	"freedompassword", "friday", "friends", "friendspassword", "frodobaggins",
	"fuckyou", "gameofthrones", "gandalfthegrey", "ganesha12345", "germany",
	"germanypassword", "github123456", "gitlab123456", "godisgood123", "godmode12345",
	"golfpassword", "goodpassword", "google", "googlepassword", "gorgeous1234",
	"grandtheftauto", "greenday1234", "guadalupe123", "guest", "guitar123456",
	"guitarpassword", "hacker123456", "hackmeplease", "hacktheplanet", "hardpassword",
	"harleydavidson", "harrypotter123", "haslopassword", "hello", "hello123hello",
	"hellokitty123", "hellopassword", "helloworld", "hermionegranger",
	"highschool123", "hockey123456", "hockeypassword", "homersimpson", "hunter123456",
	"hunterpassword", "iamawesome123", "iamtheboss123", "icecream1234",
	"idontcare123", "idontknow", "iforgot12345", "ihateyou1234", "ilovechocolate",
	"iloveme12345", "ilovemyfamily", "ilovemymom123", "iloveu123456", "iloveyou",
	"iloveyou4ever", "iloveyoubaby", "iloveyouforever", "iloveyoujesus",
	"iloveyoulord", "iloveyoupassword", "iloveyouqwerty", "iloveyousomuch",
	"imissyou1234", "incorrect123", "indonesia123", "instagram", "internet",
	"internetpassword", "inthenameofgod", "investor", "investorpassword",
	"iphone123456", "ironmaiden666", "ironman", "january", "javascript123",
	"jenkins12345", "jennifer", "jenniferpassword", "jessica", "jesus", "jesuschrist",
	"jesuspassword", "jordan", "jordanpassword", "joshua123456", "july", "june",
	"justinbieber", "juventus1234", "kawasaki1234", "killer123456", "killerpassword",
	"kith", "kithkith1234", "kithkith12345", "kithkith123456", "kithkith2025",
	"kithkithabc123", "kithkithlove", "kithkithpassword", "kithnetwork123",
	"kithpassword", "kittycat1234", "kittykat1234", "krishna12345", "kubernetes123",
	"ladybug12345", "ladygaga1234", "leagueoflegends", "letmein", "letmeinnow123",
	"letmeinpassword", "letmeinplease", "lightning123", "linkedin",
	"linkedinpassword", "linkinpark123", "lionelmessi10", "littlemermaid",
	"liverpool", "login", "loginpassword", "london123456", "londonpassword",
	"longpassword", "lordoftherings", "losangeles123", "lovely", "lovelypassword",
	"loveyouforever", "lukeskywalker", "manager", "manchester123", "manchestercity",
	"manchesterunited", "march", "mariposa1234", "master", "masterkey123",
	"masterpassword", "matrix123456", "matthew12345", "maximilian123", "mercedes",
	"mercedesbenz", "mercedespassword", "metallica", "michael", "michaeljackson",
	"michaeljordan", "michaelpassword", "michelle", "microsoft", "minecraft",
	"mohammed", "monday", "monkey", "monkeypassword", "motdepasse123", "motherfucker",
	"muhammad", "mustang", "mustangpassword", "myadministrador", "myadministrator",
	"mybasketball", "mycalifornia", "mycontrasena", "mydeutschland", "myhelloworld",
	"myjesuschrist", "mymotdepasse", "mynewpassword", "mypassword", "mypasswordabc",
	"mypasswordgolf", "mypasswordkith", "mypasswordroot", "mypasswordtest",
	"myqwertyuiop", "mysecretpassword", "mystrawberry", "mywachtwoord",
	"naruto123456", "narutopassword", "narutouzumaki", "network", "networking123",
	"networkpassword", "neverforget123", "nevermind123", "newpassword123", "newyork",
	"newyorkpassword", "newyorkyankees", "nicholas1234", "nintendo1234",
	"nirvana12345", "nopassword123", "notapassword", "nothingtohide", "notmypassword",
	"november", "october", "oldpassword123", "onedirection", "onepiece1234",
	"openai123456", "opensesame123", "operator", "oracle123456", "orange123456",
	"orangepassword", "p@ssw0rdpassword", "p@sswordpassword", "pa55w0rd1234",
	"pa55word1234", "pakistan", "parispassword", "parola123456", "pass",
	"pass1234pass", "passw0rdpassword", "password", "passwordabcd1234",
	"passwordgolf", "passwordkith", "passwordp@ssw0rd", "passwordp@ssword",
	"passwordpassw0rd", "passwordqwerty", "passwordroot", "passwordtest",
	"passwordtrustno1", "passwordwelcome1", "passwort", "passwortpassword",
	"passwortqwerty", "peanutbutter", "philadelphia", "phoenix", "phoenixpassword",
	"pikachu12345", "playstation", "pokemon", "pokemonpassword", "porsche",
	"porschepassword", "postgres1234", "postgresql123", "poweruser123", "princess",
	"princesspassword", "professionalnetwork", "programmer123", "programming123",
	"purple123456", "purplepassword", "python123456", "q123456789012", "q1w2e3r4t5y6",
	"q1w2e3r4t5y6u7", "qazwsxedcrfv", "qazwsxedcrfvtgb", "qsdfgh123456",
	"qsdfghasdfgh", "qsdfghazerty", "qsdfghjklm123", "qsdfghjklmabc123",
	"qsdfghqwertz", "qsdfghwxcvbn", "qsdfghyxcvbn", "qsdfghzxcvbn", "qwe",
	"qweasdzxc", "qwer", "qwerasdfzxcv", "qwerty", "qwerty123qwerty", "qwertyasdfgh",
	"qwertyazerty", "qwertypassword", "qwertyqsdfgh", "qwertyqwerty1",
	"qwertyqwerty123", "qwertyqwertz", "qwertyuiop", "qwertyuiop[]love",
	"qwertyuiopasdfghjkl", "qwertyuiopazertyuiop", "qwertyuioplkjhgfdsa",
	"qwertyuiopmlkjhgfdsq", "qwertyuiopmnbvcxy", "qwertyuiopmnbvcxz",
	"qwertyuiopnbvcxw", "qwertyuioppoiuytrewq", "qwertyuioppoiuytreza",
	"qwertyuioppoiuztrewq", "qwertyuiopqsdfghjklm", "qwertyuiopqwerty",
	"qwertyuiopqwertzuiop", "qwertyuiopwxcvbn", "qwertyuiopyxcvbnm",
	"qwertyuiopzxcvbnm", "qwertywxcvbn", "qwertyyxcvbn", "qwertyzxcvbn",
	"qwertz123456", "qwertzasdfgh", "qwertzazerty", "qwertzqsdfgh", "qwertzuiop",
	"qwertzuiopabc123", "qwertzuiopasdfghjkl", "qwertzuiopazertyuiop",
	"qwertzuioplkjhgfdsa", "qwertzuioplove", "qwertzuiopmlkjhgfdsq",
	"qwertzuiopmnbvcxy", "qwertzuiopmnbvcxz", "qwertzuiopnbvcxw",
	"qwertzuioppoiuytrewq", "qwertzuioppoiuytreza", "qwertzuioppoiuztrewq",
	"qwertzuiopqsdfghjklm", "qwertzuiopqwertyuiop", "qwertzuiopwxcvbn",
	"qwertzuiopyxcvbnm", "qwertzuiopzxcvbnm", "qwertzwxcvbn", "qwertzyxcvbn",
	"qwertzzxcvbn", "rainbow", "rainbowpassword", "randompassword", "raspberry123",
	"realmadrid123", "remember1234", "rememberme123", "rihanna12345", "robert123456",
	"rockyou12345", "root", "rootpassword", "rootroot1234", "safepassword", "samsung",
	"samsungpassword", "sanfrancisco", "sasukeuchiha", "saturday", "schalke04schalke",
	"scoobydoo123", "scoobydoobydoo", "sebastian", "secret", "secretpassword",
	"securepassword", "security", "september", "server123456", "serverpassword",
	"service", "sexygirl1234", "shadow", "shadowpassword", "shortpassword",
	"simplepassword", "simpsons1234", "snowwhite123", "soccer123456",
	"soccerpassword", "sommer123456", "spiderman", "spongebob", "spring",
	"springpassword", "stargate1234", "startrek1234", "startup", "startuppassword",
	"starwars", "starwarspassword", "stephanie", "strawberry", "strongpassword",
	"student", "summer", "summerpassword", "sunday", "sunflower", "sunshine",
	"sunshinepassword", "superman", "supermanpassword", "supernatural",
	"supersecret123", "superuser", "supervisor123", "support", "suzuki123456",
	"sweetheart123", "sysadmin1234", "system123456", "systempassword",
	"taylorswift13", "teacher", "temporary", "temppassword", "tennis123456",
	"tennispassword", "tequieromucho", "test", "test1234test", "testing",
	"testingpassword", "testpassword", "testtest1234", "texaspassword",
	"thematrix123", "thepassword123", "thisisapassword", "thisisasecret",
	"thisismypassword", "thisispassword", "thomas123456", "thunder", "thunderbirds",
	"thunderpassword", "thunderstorm", "thursday", "tinkerbell123", "topsecret1234",
	"toyota123456", "transformers", "trustno11234", "trustno112345", "trustno1123456",
	"trustno1password", "trustnooneever", "tuesday", "twilight1234", "ubuntu123456",
	"unicorn12345", "unicorns1234", "uniquepassword", "unitedstates", "university123",
	"userpassword", "valentina123", "vampirediaries", "verysecret123", "vfr4bgt5nhy6",
	"vfr4bgt5nhy6mju7", "victoria", "wachtwoord123", "washington123", "watermelon123",
	"weakpassword", "wednesday", "welcome", "welcome1password", "welcomeback1",
	"welcomehome1", "welcomepassword", "welcomeqwerty", "welcometohell",
	"welcometokith", "whatever", "whateverpassword", "whatsapp1234", "windows12345",
	"windowsxp123", "winter", "winteriscoming", "winterpassword", "wolverine",
	"worldofwarcraft", "wxcvbnabc123", "xsw2cde3vfr4", "xsw2cde3vfr4bgt5",
	"yamaha123456", "yamahapassword", "youarehacked", "youllneverknow",
	"youshallnotpass", "yxcvbn123456", "yxcvbnasdfgh", "yxcvbnazerty",
	"yxcvbnmabc123", "yxcvbnqsdfgh", "yxcvbnqwertz", "yxcvbnwxcvbn", "yxcvbnzxcvbn",
	"z1x2c3v4b5n6", "zaq12wsxcde3", "zaq12wsxcde34rfv", "zaq1xsw2cde3",
	"zaq1xsw2cde3vfr4", "zerocool1234", "zxc", "zxcvbn123456", "zxcvbnasdfgh",
	"zxcvbnazerty", "zxcvbnm", "zxcvbnm,./abc123", "zxcvbnm,./love",
	"zxcvbnm,./nbvcxw", "zxcvbnm,./qwerty", "zxcvbnm,./wxcvbn", "zxcvbnmasdfghjkl",
	"zxcvbnmazertyuiop", "zxcvbnmlkjhgfdsa", "zxcvbnmmlkjhgfdsq", "zxcvbnmmnbvcxy",
	"zxcvbnmmnbvcxz", "zxcvbnmnbvcxw", "zxcvbnmpassword", "zxcvbnmpoiuytrewq",
	"zxcvbnmpoiuytreza", "zxcvbnmpoiuztrewq", "zxcvbnmqsdfghjklm",
	"zxcvbnmqwertyuiop", "zxcvbnmqwertzuiop", "zxcvbnmwxcvbn", "zxcvbnmyxcvbnm",
	"zxcvbnpassword", "zxcvbnqsdfgh", "zxcvbnqwertz", "zxcvbnwxcvbn", "zxcvbnyxcvbn",
	"zyxwvutsrqpo",
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

/* A letter that a digit or sign stands for ("p@ssw0rd"). */
static char
unmasked(char character)
{
	static const char signs[] = "@0$31", letters[] = "aosei";
	const char *at = strchr(signs, character);

	if (at == NULL || *at == '\0')
		return character;
	return letters[at - signs];
}

static bool
is_letter(char character)
{
	return character >= 'a' && character <= 'z';
}

/* Whether a listed word remains without the digits and signs around it
 * ("Welcome2026!"). */
static bool
is_decorated(const char *text, size_t size)
{
	char word[LISTED_BYTES_MAX + 1];
	size_t first = 0, end = size;

	while (first < size && !is_letter(text[first]))
		first++;
	while (end > first && !is_letter(text[end - 1]))
		end--;
	if (size - (end - first) > DECORATION_BYTES_MAX || end - first > LISTED_BYTES_MAX)
		return false;
	for (size_t i = first; i < end; i++)
		word[i - first] = unmasked(text[i]);
	word[end - first] = '\0';
	return is_listed(word);
}

bool
password_common(const char *data, size_t size)
{
	char text[LISTED_BYTES_MAX + DECORATION_BYTES_MAX + 1];

	if (repeats(data, size))
		return true;
	if (size >= sizeof(text))
		return false;
	for (size_t i = 0; i < size; i++)
		text[i] = lower(data[i]);
	text[size] = '\0';
	return is_listed(text) || is_decorated(text, size);
}

/* Bytes of letters beyond ASCII count, too. */
static bool
is_spelled(char character)
{
	return is_letter(lower(character)) || (character & 0x80) != 0;
}

/* Returns the index of the first letter at or after `at`, or `size` if there is none. */
static size_t
next_letter(const char *text, size_t size, size_t at)
{
	while (at < size && !is_spelled(text[at]))
		at++;
	return at;
}

bool
password_spells(const char *data, size_t size, const char *words, size_t words_size)
{
	size_t at = next_letter(words, words_size, 0), others = 0;

	if (at == words_size)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!is_spelled(data[i])) {
			others++;
			continue;
		}
		if (at == words_size || lower(data[i]) != lower(words[at]))
			return false;
		at = next_letter(words, words_size, at + 1);
	}
	return at == words_size && others <= DECORATION_BYTES_MAX;
}
